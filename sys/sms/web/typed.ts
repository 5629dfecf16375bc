/** What the person has typed and chosen in the dialog. */
export interface Typed {
  smsTemplateId: string | null;
  content: string;
  variables: Record<string, string>;
  userIds: string[];
  orgIds: string[];
  /** As typed: numbers with anything between them. */
  phones: string;
}

export const emptySending: Typed = { smsTemplateId: null, content: '', variables: {}, userIds: [], orgIds: [], phones: '' };

/** The numbers in a text: one a line, or with commas and the like between them. */
export const phonesIn = (text: string): string[] =>
  text
    .split(/[\n,，;；、\t]+/)
    .map((phone) => phone.trim())
    .filter((phone) => phone !== '');
