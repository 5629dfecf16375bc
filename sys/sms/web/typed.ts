/** The person's input in the dialog. */
export interface Typed {
  smsTemplateId: string | null;
  content: string;
  variables: Record<string, string>;
  userIds: string[];
  orgIds: string[];
  /** As typed: numbers with any separators. */
  phones: string;
}

export const emptySending: Typed = { smsTemplateId: null, content: '', variables: {}, userIds: [], orgIds: [], phones: '' };

/** The numbers in a text: one per line, or separated by commas and the like. */
export const phonesIn = (text: string): string[] =>
  text
    .split(/[\n,，;；、\t]+/)
    .map((phone) => phone.trim())
    .filter((phone) => phone !== '');
