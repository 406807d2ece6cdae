// What is compared with: node:http, nothing else. JavaScript, since stripping types would be no part of it.
import { createServer } from 'node:http';

const server = createServer((_request, response) => response.end('ok'));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
