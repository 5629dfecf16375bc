/** Words reserved by TypeScript: none of them can name a value. */
const reservedWords =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|with|yield)$/;

/** Whether a value may have this name in a source with these names of its own. */
export const isAvailableName = (word: string, own: readonly string[]): boolean => !reservedWords.test(word) && !own.includes(word);
