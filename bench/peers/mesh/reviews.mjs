import { makeExecutableSchema } from '@graphql-tools/schema';
import { reviews } from '../../engines/subschema-parts.ts';

export default makeExecutableSchema(reviews);
