// Whoever measures may be stopped, and nobody else would end the server.
process.on('disconnect', () => process.exit());

/** Listens on a free port and tells the parent the address. */
export function tellWhere(server, path = '/graphql') {
  server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${server.address().port}${path}`));
}

export async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

export function answer(response, result) {
  const text = JSON.stringify(result);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}
