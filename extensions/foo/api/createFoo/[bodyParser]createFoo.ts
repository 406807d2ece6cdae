import type { Handler } from 'stoa';
import type { CreateFoo } from '../../foo.gen.ts';

// A sample: it returns the Foo without storing it.
const createFoo: Handler<CreateFoo> = (request, response) => {
  const { name, description } = request.body;
  response.status(201).json({ success: true, data: { foo: { id: Date.now(), name, description } } });
};

export default createFoo;
