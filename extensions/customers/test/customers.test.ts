import { expect } from 'chai';
import { elementWith, openExtension, type PageAnswer, type TestExtension } from 'stoa/testing';
import { quickHash } from './account.ts';

const password = 'four words are enough';
const wrong = 'The e-mail address or the password is wrong.';

describe('customers', () => {
  let shop: TestExtension;
  let ann: { readonly cookie: string };
  before(async () => {
    shop = await openExtension('customers', { seed: false, settings: { registration: 'at-once' } });
    const { cookie } = await register({ email: 'Ann@Example.org' });
    ann = { cookie: cookie ?? '' };
  });
  after(() => shop.close());

  function register(fields: Readonly<Record<string, string>>): Promise<PageAnswer> {
    return shop.form('/customers', { name: 'Ann', email: 'ann@example.org', password, ...fields });
  }

  function signIn(fields: Readonly<Record<string, string>> = {}): Promise<PageAnswer> {
    return shop.form('/sign-in', { email: 'ann@example.org', password, ...fields });
  }

  function inputOf(html: string, id: string): string {
    return elementWith(html, 'input', ` id="${id}"`).split('>')[0] ?? '';
  }

  describe('registering at once', () => {
    it('signs in and leads to the account', async () => {
      const { status, location, cookie } = await register({ email: 'bea@example.org', name: ' Bea ' });
      expect([status, location]).to.deep.equal([303, '/account']);
      const { html } = await shop.page('/account', { cookie });
      expect(html).to.contain('<dd>Bea</dd>').and.to.contain('<dd>bea@example.org</dd>');
    });

    it('answers a client that wants JSON with 201 and the customer, without the password', async () => {
      const body = { name: 'Cem', email: 'cem@example.org', password };
      const answer = await shop.rest<{ data: { customer: object } }>('POST', '/customers', { body });
      expect(answer.status).to.equal(201);
      expect(answer.headers.get('set-cookie')).to.contain('stoa_session=');
      expect(answer.body.data.customer).to.include({ name: 'Cem', email: 'cem@example.org' });
      expect(answer.body.data.customer).to.have.all.keys('id', 'name', 'email', 'memberSince');
    });

    for (const email of ['ann@example.org', ' ANN@EXAMPLE.ORG '])
      it(`refuses ${JSON.stringify(email)}, which has another password, with 409 next to the field`, async () => {
        const { status, html, cookie } = await register({ email, password: 'not the password of Ann' });
        expect([status, cookie]).to.deep.equal([409, undefined]);
        expect(inputOf(html, 'email')).to.contain('aria-describedby="email-error"');
        expect(elementWith(html, 'p', 'id="email-error"')).to.contain('There is already an account');
      });

    for (const [field, value, message] of [
      ['name', ' ', 'Enter your name.'],
      ['name', 'A\tB', 'Enter a name with letters'],
      ['name', '\u200b', 'Enter a name with letters'],
      ['name', 'Ann\u2028Lee', 'Enter a name with letters'],
      ['email', 'ann', 'such as ann@example.org'],
      ['email', 'ann @example.org', 'such as ann@example.org'],
      ['email', 'a\0@example.org', 'such as ann@example.org'],
      ['email', '<ann@example.org>', 'such as ann@example.org'],
      ['email', 'bob,ann@example.org', 'such as ann@example.org'],
      ['password', 'x7#Kq2m', '8 to 200 characters'],
      ['password', 'a'.repeat(201), '8 to 200 characters'],
      ['password', 'aaaaaaaaaaaa', 'easy to guess. It repeats one character. Add'],
      ['password', 'new@example.org', 'easy to guess. It contains your name or e-mail address. Add'],
      ['password', 'Passw0rd1234', 'easy to guess. It is similar to passwords that many people use'],
    ] as const)
      it(`refuses ${field} ${JSON.stringify(value.slice(0, 20))}, next to the field, and keeps the rest`, async () => {
        const { status, html } = await register({ email: 'new@example.org', [field]: value });
        expect(status).to.equal(400);
        expect(elementWith(html, 'p', `id="${field}-error"`)).to.contain(message);
        expect(inputOf(html, field)).to.contain('aria-invalid="true"');
        expect(html).to.contain('<title>Error: Create an account – Stoa</title>');
        if (field !== 'name') expect(inputOf(html, 'name')).to.contain('value="Ann"');
        expect(html).to.not.contain(password);
      });

    it('names an address that is taken together with all other errors', async () => {
      const { status, html } = await register({ email: 'ann@example.org', name: '', password: 'short' });
      expect(status).to.equal(400);
      const errors = ['name', 'email', 'password'].map((field) => elementWith(html, 'p', `id="${field}-error"`));
      expect(errors.join())
        .to.contain('Enter your name')
        .and.to.contain('already an account')
        .and.to.contain('8 to 200');
    });

    it('stores no password, only what it hashes to', async () => {
      const rows = await shop.database.query('select * from customer');
      expect(JSON.stringify(rows)).to.contain('scrypt:').and.not.to.contain(password);
    });
  });

  describe('signing in', () => {
    it('leads to the account', async () => {
      const { status, location, cookie } = await signIn();
      expect([status, location]).to.deep.equal([303, '/account']);
      expect((await shop.page('/account', { cookie })).status).to.equal(200);
    });

    it('takes the address however it is written', async () => {
      expect((await signIn({ email: ' ANN@example.ORG' })).status).to.equal(303);
    });

    it('leads back to where the shopper was going', async () => {
      expect((await signIn({ next: '/checkout?a=1' })).location).to.equal('/checkout?a=1');
    });

    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:1',
    ])
      it(`does not lead to ${JSON.stringify(next)}`, async () => {
        expect((await signIn({ next })).location).to.equal('/account');
      });

    for (const [what, fields] of Object.entries({
      'a wrong password': { password: 'not the password' },
      'an unknown address': { email: 'unknown@example.org' },
      'no address at all': { email: 'ann\0' },
    }))
      it(`refuses ${what} with the same 401, and keeps address and aim`, async () => {
        const { status, html, cookie } = await signIn({ ...fields, next: '/checkout' });
        expect([status, cookie]).to.deep.equal([401, undefined]);
        expect(elementWith(html, 'p', 'role="alert"')).to.contain(wrong);
        expect(html).to.contain('<title>Error: Sign in – Stoa</title>');
        expect(elementWith(html, 'input', 'name="next"')).to.contain('value="/checkout"');
        expect(inputOf(html, 'email')).to.contain('value=');
        expect(inputOf(html, 'password')).to.not.contain('value=');
      });

    it('takes as long for an unknown address as for a wrong password', async () => {
      const fastest = async (fields: Readonly<Record<string, string>>): Promise<number> => {
        const times: number[] = [];
        for (let attempt = 0; attempt < 3; attempt++) {
          const start = process.cpuUsage();
          await signIn({ ...fields, password: 'not the password' });
          // Processor time, since a busy machine may hold one of them up.
          times.push(process.cpuUsage(start).user);
        }
        return Math.min(...times);
      };
      // An answer without a hash takes a twentieth of the time.
      expect(await fastest({ email: 'unknown@example.org' })).to.be.above((await fastest({})) / 3);
    });

    it('answers a client that wants JSON with the customer, or 401', async () => {
      const right = await shop.rest('POST', '/sign-in', { body: { email: 'ann@example.org', password } });
      expect(right.status).to.equal(200);
      expect(right.body).to.have.nested.property('data.customer.email', 'ann@example.org');
      const body = { email: 'ann@example.org', password: 'not the password' };
      expect(await shop.rest('POST', '/sign-in', { body })).to.deep.include({ status: 401, body: { error: wrong } });
    });
  });

  describe('signing out', () => {
    it('leads to the home page, and ends the session', async () => {
      const { cookie = '' } = await signIn();
      const { status, location } = await shop.form('/sign-out', {}, { cookie });
      expect([status, location]).to.deep.equal([303, '/']);
      expect((await shop.page('/account', { cookie })).status).to.equal(401);
    });

    it('answers a client that wants JSON', async () => {
      expect(await shop.rest('POST', '/sign-out', { body: {} })).to.deep.include({
        status: 200,
        body: { success: true, data: {} },
      });
    });
  });

  describe('the account page', () => {
    it('says so to a caller who is no customer', async () => {
      const { html } = await shop.page('/account', { token: await shop.token({ id: 'operator' }) });
      expect(html).to.contain('not as a customer');
    });
  });

  describe('Query.me', () => {
    const query = '{ me { name email memberSince } }';

    it('is null for a guest', async () => {
      expect(await shop.graphql(query)).to.deep.equal({ data: { me: null } });
    });

    for (const subject of ['operator', '0', '99999', '9999999999999999999'])
      it(`is null for a caller "${subject}", who is no customer`, async () => {
        expect(await shop.graphql(query, {}, { token: await shop.token({ id: subject }) })).to.deep.equal({
          data: { me: null },
        });
      });

    it('is the customer who is signed in', async () => {
      const answer = await shop.graphql(query, {}, { cookie: ann.cookie });
      expect(answer).to.have.nested.property('data.me.email', 'ann@example.org');
    });
  });

  describe('the header', () => {
    it('offers a guest to sign in, and others their account', async () => {
      expect((await shop.page('/')).html).to.contain('>Sign in</a>');
      expect((await shop.page('/', { cookie: ann.cookie })).html).to.contain('>Account</a>');
    });
  });

  describe('the register page', () => {
    it('has a script for its password field, and works without', async () => {
      const { html } = await shop.page('/register');
      expect(html).to.contain('<script').and.to.contain('name="password"');
    });
  });
});

describe('guesses at one account', () => {
  it('are limited however the address is written, and others still sign in', async () => {
    const shop = await openExtension('customers', { seed: false });
    const signIn = async (email: string): Promise<number> =>
      (await shop.form('/sign-in', { email, password: 'not the password' })).status;
    try {
      const text = "insert into customer (name, email, password_hash) values ('Eve', 'eve@example.org', $1)";
      await shop.database.query(text, [quickHash()]);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 20; attempt++)
        statuses.push(await signIn(attempt % 2 === 0 ? 'eve@example.org' : ' EVE@example.org'));
      expect(new Set(statuses)).to.deep.equal(new Set([401]));
      expect(await signIn('Eve@example.org')).to.equal(429);
      expect(await signIn('ann@example.org')).to.equal(401);
    } finally {
      await shop.close();
    }
  });
});
