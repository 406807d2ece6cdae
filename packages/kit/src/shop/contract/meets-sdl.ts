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
type SdlElements = ReadonlyMap<string, SdlElement>;

type SdlElement =
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'field'; readonly node: FieldDefinitionNode }
  | { readonly kind: 'input'; readonly node: InputValueDefinitionNode }
  | { readonly kind: 'value' };

/** Why the given SDL does not serve one that was written for the needed SDL, one text for each reason. */
export function unmetSdl(needed: readonly string[], given: readonly string[]): readonly string[] {
  const [wants, has] = [elementsOf(needed), elementsOf(given)];
  return [
    ...[...wants].flatMap(([name, want]) => unmetElement(name, want, has.get(name))),
    ...[...has].flatMap(([name, element]) => {
      const [type = ''] = name.split('.');
      const isNew = element.kind === 'input' && wants.has(type) && !wants.has(name) && isRequired(element.node);
      return isNew ? [`now requires "${name}"`] : [];
    }),
  ];
}

function unmetElement(name: string, want: SdlElement, element: SdlElement | undefined): readonly string[] {
  if (element === undefined || element.kind !== want.kind) return [`does not give "${name}"`];
  if (want.kind === 'type' && element.kind === 'type')
    return want.text === element.text ? [] : [`gives "${name}" as ${element.text}, and not as ${want.text}`];
  if (want.kind === 'input' && element.kind === 'input') return unmetInput(name, want.node, element.node);
  return want.kind === 'field' && element.kind === 'field' ? unmetField(name, want.node, element.node) : [];
}

function unmetField(name: string, want: FieldDefinitionNode, given: FieldDefinitionNode): readonly string[] {
  const wrong = fits(given.type, want.type)
    ? []
    : [`gives "${name}" as ${print(given.type)}, and not as ${print(want.type)}`];
  const isClosed = isInternal(given) && !isInternal(want);
  const known = new Map((given.arguments ?? []).map((argument) => [argument.name.value, argument]));
  const asked = new Map((want.arguments ?? []).map((argument) => [argument.name.value, argument]));
  const isOpen = (node: FieldDefinitionNode): boolean =>
    node.directives?.some((directive) => /^(?:gather|dispatch)$/.test(directive.name.value)) === true;
  return [
    ...wrong,
    ...(isOpen(want) && !isOpen(given) ? [`lets no other extension add to "${name}"`] : []),
    ...(isClosed ? [`keeps "${name}" internal`] : []),
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

/** Whether extensions alone may ask for a field, as the composition says. */
export function isInternal({ directives = [] }: FieldDefinitionNode): boolean {
  return directives.some(({ name, arguments: given = [] }) => {
    const isPublic = given.some(
      (one) => one.name.value === 'public' && one.value.kind === Kind.BOOLEAN && one.value.value,
    );
    return name.value === 'internal' || (name.value === 'dispatch' && !isPublic);
  });
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

function elementsOf(texts: readonly string[]): SdlElements {
  const elements = new Map<string, SdlElement>();
  for (const node of texts.flatMap((text) => parse(text, { noLocation: true }).definitions)) {
    if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) continue;
    const type = node.name.value;
    // An extension of a type says nothing of whose it is.
    if (isTypeDefinitionNode(node) && type !== 'Query' && type !== 'Mutation')
      elements.set(type, { kind: 'type', text: words[node.kind] });
    const put = (name: string, element: SdlElement): unknown => elements.set(`${type}.${name}`, element);
    if ('fields' in node)
      for (const field of node.fields ?? []) {
        // What an extension adds to a field of another is not given by it.
        if (field.directives?.some((directive) => directive.name.value === 'contribute')) continue;
        put(
          field.name.value,
          field.kind === Kind.FIELD_DEFINITION ? { kind: 'field', node: field } : { kind: 'input', node: field },
        );
      }
    if ('values' in node) for (const value of node.values ?? []) put(value.name.value, { kind: 'value' });
    if ('types' in node) for (const member of node.types ?? []) put(member.name.value, { kind: 'value' });
  }
  return elements;
}
