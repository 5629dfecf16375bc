/** The name of an exported file: what it holds and when it was made, such as 用户_20260131_0800.xlsx. */
export function fileNameOf(title: string, format = 'xlsx'): string {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${title}_${day}_${two(now.getHours())}${two(now.getMinutes())}.${format}`;
}
