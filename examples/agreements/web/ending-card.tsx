import { serverDay } from 'back-office/web';
import { Link } from 'react-router';
import { states } from '../agreement.ts';
import { useRows } from './use-rows.ts';

/** A card of the home page: live agreements that end within thirty days, the nearest first. */
export function EndingCard() {
  const ends = `ge=endDate:${serverDay()}&le=endDate:${serverDay(-30)}`;
  const ending = useRows('acme/agreement', `eq=agreementState:${states.live}&${ends}&sort=endDate:asc&limit=5`) ?? [];
  return (
    <section className="page-card" aria-label="即将到期的合同">
      <h2>即将到期的合同</h2>
      {ending.length === 0 && <p>近 30 天没有到期的合同</p>}
      <ul>
        {ending.map((row) => (
          <li key={row.id}>
            <Link to={`/acme/agreement/view/${row.id}`}>{String(row['agreementName'])}</Link>（{String(row['endDate'])}）
          </li>
        ))}
      </ul>
    </section>
  );
}
