import { grouped } from '@back-office/contract/resource/grouped.ts';
import { fillTemplate, variablesOf } from '../sms/sms-text.ts';

/** A word of a message that is filled in when it is sent: `${name}`. */
export interface MessageVariable {
  readonly name: string;
  readonly title: string;
  /** Stands for it in the preview. */
  readonly sample: string;
  /** Without it the message is of no use. */
  readonly required?: true;
  /** Nobody but its recipient sees it: not in the subject, and in no list. */
  readonly secret?: true;
}

/** A message that the product writes, in words that a house may change. */
export interface MessageTemplate {
  /** Among the settings. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly variables: readonly MessageVariable[];
  /** Absent where such a message has none. */
  readonly subject?: string;
  readonly content: string;
}

/** What is given for a message: every variable but those that only its recipient sees. */
export type MessageValues<T extends MessageTemplate> = Readonly<Record<Exclude<T['variables'][number], { secret: true }>['name'], string>>;

/** A message in words, with its variables or without. */
export interface MessageParts {
  readonly subject: string;
  readonly content: string;
}

/** Characters of a subject and of a content; a mail has room for these and for what is filled in. */
export const messageLimits = { subject: 150, content: 4000 } as const;

/** A message as one text, as it is stored and logged: the subject is the first line. */
export const textOfMessage = (template: Pick<MessageTemplate, 'subject'>, { subject, content }: MessageParts): string =>
  template.subject === undefined ? content : `${subject}\n\n${content}`;

/** The words that the product comes with. */
export const defaultMessage = (template: MessageTemplate): string =>
  textOfMessage(template, { subject: template.subject ?? '', content: template.content });

/** The parts of such a text. */
export function partsOfMessage(template: Pick<MessageTemplate, 'subject'>, text: string): MessageParts {
  if (template.subject === undefined) return { subject: '', content: text };
  const [subject = '', ...lines] = text.split('\n');
  return { subject, content: lines.join('\n').replace(/^\n/, '') };
}

/** A typed text as it is stored: lines end alike, and nothing stands around it. */
export function tidyMessage(template: Pick<MessageTemplate, 'subject'>, typed: string): string {
  const { subject, content } = partsOfMessage(template, typed.replaceAll(/\r\n?/g, '\n'));
  return textOfMessage(template, { subject: subject.trim(), content: content.trim() });
}

/** What is wrong with a tidy text of this template, as a sentence for whoever wrote it; undefined for nothing. */
export function messageIssue(template: MessageTemplate, text: string): string | undefined {
  const { subject, content } = partsOfMessage(template, text);
  if (template.subject !== undefined && (subject === '' || subject.length > messageLimits.subject))
    return `主题应有 1 至 ${messageLimits.subject} 个字`;
  if (content === '' || content.length > messageLimits.content) return `正文应有 1 至 ${grouped(messageLimits.content)} 个字`;
  if (/[^\P{Cc}\n\t]/u.test(text) || !text.isWellFormed()) return '内容中有无法显示的字符';
  const unknown = variablesOf(text).find((used) => !template.variables.some(({ name }) => name === used));
  if (unknown !== undefined) return `没有变量 \${${unknown.slice(0, 30)}}，请使用列出的变量`;
  const early = template.variables.find(({ name, secret }) => secret === true && variablesOf(subject).includes(name));
  if (early !== undefined) return `变量 \${${early.name}} 只能写在正文中，主题会显示在通知和列表里`;
  const missing = template.variables.find(({ name, required }) => required === true && !variablesOf(content).includes(name));
  if (missing !== undefined) return `正文中必须有变量 \${${missing.name}}（${missing.title}）`;
  return undefined;
}

/** The message with its variables filled; a line that holds one without a value, and nothing else, is left out. */
export function fillMessage({ subject, content }: MessageParts, values: Readonly<Record<string, string>>): MessageParts {
  const isEmpty = (line: string): boolean => {
    const name = /^\$\{([^{}]*)\}$/.exec(line.trim())?.[1];
    return name !== undefined && values[name] === '';
  };
  const lines = content.split('\n').filter((line) => !isEmpty(line));
  return { subject: fillTemplate(subject, values), content: fillTemplate(lines.join('\n'), values) };
}

/** What stands for the variables in a preview, and in a message for trying. */
export const sampleValues = ({ variables }: MessageTemplate): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, sample }) => [name, sample]));
