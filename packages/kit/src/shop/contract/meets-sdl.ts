import {
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  parse,
  print,
  type TypeNode,
} from 'graphql';

/** What SDL texts say of one name: `Product`, `Product.price`, `Form.POWDER`, `ReviewInput.author`. */
type Parts = ReadonlyMap<string, Part>;

type Part =
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'field'; readonly node: FieldDefinitionNode }
  | { readonly kind: 'input'; readonly node: InputValueDefinitionNode }
  | { readonly kind: 'value' };

/** Why the given SDL does not serve one that was written for the needed SDL, one text for each reason. */
export function unmetSdl(needed: readonly string[], given: readonly string[]): readonly string[] {
  const [wants, has] = [partsOf(needed), partsOf(given)];
  return [
    ...[...wants].flatMap(([name, want]) => unmetPart(name, want, has.get(name))),
    ...[...has].flatMap(([name, part]) => {
      const [type = ''] = name.split('.');
      const isNew = part.kind === 'input' && wants.has(type) && !wants.has(name) && isRequired(part.node);
      return isNew ? [`now requires "${name}"`] : [];
    }),
  ];
}

function unmetPart(name: string, want: Part, part: Part | undefined): readonly string[] {
  if (part === undefined || part.kind !== want.kind) return [`does not give "${name}"`];
  if (want.kind === 'type' && part.kind === 'type')
    return want.text === part.text ? [] : [`gives "${name}" as ${part.text}, and not as ${want.text}`];
  if (want.kind === 'input' && part.kind === 'input') return unmetInput(name, want.node, part.node);
  return want.kind === 'field' && part.kind === 'field' ? unmetField(name, want.node, part.node) : [];
}

function unmetField(name: string, want: FieldDefinitionNode, given: FieldDefinitionNode): readonly string[] {
  const wrong = fits(given.type, want.type)
    ? []
    : [`gives "${name}" as ${print(given.type)}, and not as ${print(want.type)}`];
  const known = new Map((given.arguments ?? []).map((argument) => [argument.name.value, argument]));
  const asked = new Map((want.arguments ?? []).map((argument) => [argument.name.value, argument]));
  return [
    ...wrong,
    ...[...asked].flatMap(([argument, node]) => {
      const found = known.get(argument);
      return found === undefined
        ? [`does not know "${name}(${argument}:)"`]
        : unmetInput(`${name}(${argument}:)`, node, found);
    }),
    ...[...known].flatMap(([argument, node]) =>
      !asked.has(argument) && isRequired(node) ? [`now requires "${name}(${argument}:)"`] : [],
    ),
  ];
}

function unmetInput(name: string, want: InputValueDefinitionNode, given: InputValueDefinitionNode): readonly string[] {
  // What was written for the needed type is sent, so the given one must take at least that.
  const nowRequired = isRequired(given) && !isRequired(want);
  const isTaken = fits(nullable(want.type), nullable(given.type)) && !nowRequired;
  return isTaken ? [] : [`takes "${name}" as ${print(given.type)}, and not as ${print(want.type)}`];
}

function isRequired({ type, defaultValue }: InputValueDefinitionNode): boolean {
  return type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
}

function nullable(type: TypeNode): TypeNode {
  return type.kind === Kind.NON_NULL_TYPE ? type.type : type;
}

/** Whether each value of the first type is one of the second. */
function fits(given: TypeNode, wanted: TypeNode): boolean {
  if (wanted.kind === Kind.NON_NULL_TYPE) return given.kind === Kind.NON_NULL_TYPE && fits(given.type, wanted.type);
  const inner = nullable(given);
  if (wanted.kind === Kind.LIST_TYPE) return inner.kind === Kind.LIST_TYPE && fits(inner.type, wanted.type);
  return inner.kind === Kind.NAMED_TYPE && inner.name.value === wanted.name.value;
}

const words = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'an object',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'an interface',
  [Kind.UNION_TYPE_DEFINITION]: 'a union',
  [Kind.ENUM_TYPE_DEFINITION]: 'an enum',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'an input',
  [Kind.SCALAR_TYPE_DEFINITION]: 'a scalar',
} as const;

function partsOf(texts: readonly string[]): Parts {
  const parts = new Map<string, Part>();
  for (const node of texts.flatMap((text) => parse(text, { noLocation: true }).definitions)) {
    if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) continue;
    const type = node.name.value;
    // An extension of a type says nothing of whose it is.
    if (isTypeDefinitionNode(node) && type !== 'Query' && type !== 'Mutation')
      parts.set(type, { kind: 'type', text: words[node.kind] });
    const put = (name: string, part: Part): unknown => parts.set(`${type}.${name}`, part);
    if ('fields' in node)
      for (const field of node.fields ?? [])
        put(
          field.name.value,
          field.kind === Kind.FIELD_DEFINITION ? { kind: 'field', node: field } : { kind: 'input', node: field },
        );
    if ('values' in node) for (const value of node.values ?? []) put(value.name.value, { kind: 'value' });
    if ('types' in node) for (const member of node.types ?? []) put(member.name.value, { kind: 'value' });
  }
  return parts;
}
