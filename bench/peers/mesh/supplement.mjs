import { makeExecutableSchema } from '@graphql-tools/schema';
import { supplement } from '../../engines/subschema-parts.ts';

export default makeExecutableSchema(supplement);
