interface NoticeHtml {
  tags: readonly string[];
  attributes: Readonly<Record<string, readonly string[]>>;
  schemes: readonly string[];
  /** Every link opens in a new window and gives the other page no referrer and no opener. */
  link: Readonly<Record<'target' | 'rel', string>>;
}

/**
 * What the body of a notice may be made of. The server cleans by this when it writes, the browser again when it shows,
 * and the editor makes nothing else (docs/hardening.md F06). A picture is a file of the notice by its id, `data-file`, and what
 * it shows, `alt`: no address stands in a body, since those of files expire and all others are foreign
 * (docs/decisions/0101-pictures-in-notices.md).
 */
export const noticeHtml: NoticeHtml = {
  tags: 'p br strong b em i u s code pre blockquote hr h1 h2 h3 h4 ul ol li a img table thead tbody tr th td'.split(' '),
  attributes: {
    a: ['href', 'target', 'rel'],
    ol: ['start'],
    img: ['data-file', 'alt'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  schemes: ['http', 'https', 'mailto', 'tel'],
  link: { target: '_blank', rel: 'noopener noreferrer nofollow' },
};

/** False for plain text, in which no tag can begin: it is stored as it is, and its line breaks are shown. */
export const hasMarkup = (text: string): boolean => /<[a-z/!?]/i.test(text);
