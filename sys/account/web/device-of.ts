/** The device of a session in words: 'Chrome 138 于 Windows 10'. */
export function deviceOf(browser: string | null, os: string | null): string {
  const name = browser === null ? '' : browser.replace(/ (\d+)(?:\.[\d.]*)?$/, ' $1');
  return [name, os ?? ''].filter((word) => word !== '').join(' 于 ') || '未知设备';
}
