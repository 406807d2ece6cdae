/** A refusal with messages for the shopper. The gateway sends it as JSON, or as the form's page. */
export class CustomerRefusal extends Error {
  readonly status: number;
  readonly expose = true;
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    { fields = {}, headers = {} }: Partial<Pick<CustomerRefusal, 'fields' | 'headers'>> = {},
  ) {
    super(message);
    this.name = 'CustomerRefusal';
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}
