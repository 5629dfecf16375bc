import './shell.css';

/** The empty shell, shown while its code is on its way, so that nothing jumps when it comes. */
export function ShellOutline() {
  return (
    <div className="shell" aria-busy="true">
      <div className="shell-side" />
      <div className="shell-main">
        <div className="shell-top" />
        <span className="visually-hidden" role="status">
          正在加载…
        </span>
      </div>
    </div>
  );
}
