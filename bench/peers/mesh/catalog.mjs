import { makeExecutableSchema } from '@graphql-tools/schema';
import { catalog } from '../../engines/subschema-parts.ts';

export default makeExecutableSchema(catalog);
