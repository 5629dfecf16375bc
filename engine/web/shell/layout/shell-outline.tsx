import '../../platform/ui/start.css';

/** The empty shell while what it shows is on its way; as the page itself has it before any code is there (index.html). */
export function ShellOutline() {
  return (
    <div className="start-shell" aria-busy="true">
      <div className="start-side" />
      <div className="start-top" />
      <span className="visually-hidden" role="status">
        正在加载…
      </span>
    </div>
  );
}
