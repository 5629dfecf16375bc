import { PictureOutlined, UserOutlined } from '@ant-design/icons-svg';
import { expect, test } from 'vitest';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { UserAvatar } from './user-avatar.tsx';

test.for([
  { round: true, what: 'a person', icon: UserOutlined },
  { round: false, what: 'a picture', icon: PictureOutlined },
])('shows the icon of $what if there is neither a picture nor a name', async ({ round, icon }) => {
  await draw(<UserAvatar fileId={null} name="" size={40} round={round} />);
  expect(document.querySelector<SVGElement>('.user-avatar svg')?.dataset['icon']).toBe(icon.name);
});
