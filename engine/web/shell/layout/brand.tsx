import { Link } from 'react-router';
import logo from '../../platform/ui/logo.svg';
import { homePath } from '../../platform/routing/safe-redirect.ts';
import { useConfig } from '../../platform/session/use-config.ts';

/** Logo and title, linked to the home page. */
export function Brand({ bare = false }: { bare?: boolean }) {
  const title = useConfig()?.title ?? '';
  return (
    <Link to={homePath} className="shell-brand" title={title}>
      <img src={logo} alt="" width="30" height="30" />
      <span hidden={bare}>{title}</span>
    </Link>
  );
}
