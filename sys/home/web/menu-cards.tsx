import { Link } from 'react-router';
import { entriesOf, useMenuGroups } from './menu-entries.ts';

/** The way to every page of the menu, a card for each of its groups. */
export const MenuCards = () =>
  useMenuGroups().map(({ path, meta, children }) => (
    <section key={path} className="page-card">
      <h2>{meta.title}</h2>
      <ul className="home-links">
        {entriesOf(children).map((entry) => (
          <li key={entry.path}>
            <Link to={entry.path}>{entry.meta.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  ));
