import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { minuteNow, watermarkImage } from '@back-office/web/shell/watermark/watermark-image.ts';
import { theme } from 'antd';
import { useState } from 'react';

/** A preview of the watermark over pages, with the user's own name. */
export function WatermarkPreview() {
  const { userName, userAccount } = useSession();
  const { token } = theme.useToken();
  const [minute] = useState(() => minuteNow());
  const picture = watermarkImage([`${userName} ${userAccount}`, minute]);
  const frame = {
    border: `1px solid ${token.colorBorderSecondary}`,
    borderRadius: token.borderRadiusLG,
    background: token.colorBgContainer,
  };
  return (
    <figure style={{ margin: '16px 0 0' }}>
      <figcaption style={{ marginBlockEnd: 6 }}>水印的样子</figcaption>
      <div role="img" aria-label="水印的样子" style={{ ...frame, blockSize: 190, backgroundImage: picture }} />
    </figure>
  );
}
