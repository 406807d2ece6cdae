import { describeSelling } from '../support/describe-selling.ts';
import { startGateway } from '../support/start-gateway.ts';

describe('a shop that sells', () => describeSelling(startGateway));
