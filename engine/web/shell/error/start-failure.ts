import '../../platform/states/error-page.css';

/** Shown if the application could not be loaded or rendered at all; index.html shows the same if not even this code loads. */
export const startFailure = { title: '页面打开失败', text: '可能是网络中断，或者系统刚刚更新。', again: '重试' };

/** Renders it with plain elements, since nothing else is loaded. */
export function drawStartFailure(root: HTMLElement): void {
  const main = document.createElement('main');
  main.className = 'error-page';
  const [title, text, again] = [document.createElement('h1'), document.createElement('p'), document.createElement('button')];
  title.textContent = startFailure.title;
  text.textContent = startFailure.text;
  again.textContent = startFailure.again;
  again.type = 'button';
  again.addEventListener('click', () => location.reload());
  main.append(title, text, again);
  root.replaceChildren(main);
  document.title = startFailure.title;
}
