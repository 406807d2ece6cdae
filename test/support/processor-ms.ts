/** Milliseconds of processor time that this process has used so far. A busy machine changes them little. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
