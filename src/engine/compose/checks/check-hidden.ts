import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { errorFinding, type Finding } from '#base';
import type { Composition } from '../../subschema/composition.ts';
import { placeOf } from '../sdl/collect-types.ts';

type Input = GraphQLArgument | GraphQLInputField;

/** Clients can give every input that they must give, and know every value that stands for one. */
export function checkHidden(composition: Composition): readonly Finding[] {
  const { schema, inaccessible } = composition;
  if (inaccessible.size === 0) return [];
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (inaccessible.has(type.name)) return [];
    if (isInputObjectType(type)) return checkInputs(Object.values(type.getFields()), type.name, composition);
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields()).filter(({ name }) => !inaccessible.has(`${type.name}.${name}`));
    return fields.flatMap(({ name, args }) => checkInputs(args, `${type.name}.${name}`, composition));
  });
}

function checkInputs(inputs: readonly Input[], owner: string, composition: Composition): readonly Finding[] {
  return inputs.flatMap((input) => {
    const { name, astNode } = input;
    if (astNode?.loc === undefined) return [];
    const isHidden = composition.inaccessible.has(`${owner}.${name}`);
    const value = isHidden ? undefined : hiddenDefault(input, composition);
    if (isHidden ? !isRequiredArgument(input) : value === undefined) return [];
    return errorFinding('SCHEMA_INVALID', {
      where: placeOf(astNode.name),
      what: isHidden
        ? `"${owner}.${name}" is required, but @inaccessible, so that no client could give it`
        : `the default of "${owner}.${name}" has ${value}, which is @inaccessible`,
      fix: isHidden ? 'Give it a default, or make it nullable.' : 'Choose a default that clients may know.',
    });
  });
}

/** A value or field in a default that clients do not see. */
function hiddenDefault({ type, astNode }: Input, { schema, inaccessible }: Composition): string | undefined {
  const value = astNode?.defaultValue;
  if (value === undefined) return undefined;
  let found: string | undefined;
  const info = new TypeInfo(schema, type);
  const note = (owner: string | undefined, name: string): void => {
    if (owner !== undefined && inaccessible.has(`${owner}.${name}`)) found ??= name;
  };
  visit(
    value,
    visitWithTypeInfo(info, {
      EnumValue: (node) => note(getNamedType(info.getInputType())?.name, node.value),
      ObjectField: (node) => note(getNamedType(info.getParentInputType())?.name, node.name.value),
    }),
  );
  return found;
}
