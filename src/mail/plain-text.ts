const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' };

/** The plain text of a mail's HTML, as React writes it: lines, lists and the addresses of links. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/g, (_all, address: string, content: string) =>
      address === content ? content : `${content} (${address})`,
    )
    .replaceAll(/<li\b[^>]*>/g, '\n* ')
    .replaceAll(/<\/(?:td|th)>/g, ' ')
    .replaceAll(/<(?:br|hr)\b[^>]*>|<\/(?:tr|div|li)>/g, '\n')
    .replaceAll(/<\/(?:p|h[1-6]|ul|ol|table|section|blockquote)>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27|nbsp);/g, (all, name: string) => entities[name] ?? all)
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
