import type { Handler } from 'stoa';
import type { CreateFoo } from '../../foo.gen.ts';

// A sample: the Foo is answered and not stored.
const createFoo: Handler<CreateFoo> = (request, response) => {
  const { name, description } = request.body;
  response.status(201).json({ success: true, data: { foo: { id: Date.now(), name, description } } });
};

export default createFoo;
