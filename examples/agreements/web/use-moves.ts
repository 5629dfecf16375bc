import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type Action, request, type Values } from 'back-office/web';
import { agreement, moves } from '../agreement.ts';

/** A button for each move: seen where the state allows it, by whoever has its permission. */
export function useMoves(): Action<Values>[] {
  const { modal, message } = App.useApp();
  const queries = useQueryClient();
  return moves.map(({ call, label, from, permission }) => ({
    name: permission,
    label,
    affix: true,
    offered: (row) => row['agreementState'] === from,
    run: (row) =>
      void modal.confirm({
        title: `${label}“${String(row['agreementName'])}”？`,
        okText: label,
        centered: true,
        onOk: async () => {
          try {
            await request(`/api/${agreement.name}/${call}/${String(row['id'])}`, { method: 'PUT' });
            void message.success(`已${label}`);
          } catch {
            // The request has said what the server says.
          }
          await queries.invalidateQueries({ queryKey: [agreement.name] });
        },
      }),
  }));
}
