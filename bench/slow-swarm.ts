/**
 * A thread that keeps so many slow connections of one kind open until it is told to stop, and then says how they fared. In a
 * thread of its own, so that it does not hold up who measures the others.
 */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface SwarmOrder {
  readonly host: string;
  readonly port: number;
  readonly clients: number;
  /** What each sends at first; then a byte a second. */
  readonly head: string;
}

export interface SwarmReport {
  readonly cut: number;
  /** Milliseconds for which the one that was cut last had lasted. */
  readonly longest: number;
  /** Beginnings of the answers, with how often they came. */
  readonly answers: Readonly<Record<string, number>>;
}

const { host, port, clients, head } = workerData as SwarmOrder;
const connected = new Set<Socket>();
const answers: Record<string, number> = {};
let cut = 0;
let longest = 0;
let isStopped = false;

function open(): void {
  const socket = connect(port, host);
  let began = performance.now();
  socket.on('connect', () => {
    began = performance.now();
    socket.write(head);
    connected.add(socket);
  });
  socket.on('data', (chunk: Buffer) => {
    const status = chunk.toString('latin1').slice(0, 12);
    answers[status] = (answers[status] ?? 0) + 1;
  });
  // A reset is one of the ways to be cut off.
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    connected.delete(socket);
    if (isStopped) return;
    cut++;
    longest = Math.max(longest, performance.now() - began);
    open();
  });
}

for (let count = 0; count < clients; count++) open();
const drip = setInterval(() => {
  for (const socket of connected) if (socket.writable) socket.write('a');
}, 1000);

parentPort?.once('message', () => {
  isStopped = true;
  clearInterval(drip);
  parentPort?.postMessage({ cut, longest, answers } satisfies SwarmReport);
  for (const socket of connected) socket.destroy();
});
