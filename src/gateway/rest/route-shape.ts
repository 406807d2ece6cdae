/** A path with its parameters' names taken out: two paths of one shape match the same addresses. */
export function shapeOf(path: string): string {
  return path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? ':' : segment))
    .join('/');
}
