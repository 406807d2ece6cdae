// Loaded before a server (--import): tells how large its heap is after a collection, whenever the parent asks.
process.on('message', (message) => {
  if (message !== 'heap') return;
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapMb: heapUsed / 1e6, rssMb: rss / 1e6 });
});
// Alone, waiting for the question must not keep a server that has ended.
process.channel?.unref();
