import { Modal, Slider } from 'antd';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { styleNonce } from '@back-office/web/platform/style-nonce.ts';
import { cropImage } from './crop-image.ts';
import 'react-easy-crop/react-easy-crop.css';

interface CropDialogProps {
  /** URL of the chosen image. */
  url: string;
  /** Stores the cropped image; the dialog waits for it. */
  onCut: (picture: File) => Promise<void>;
  /** The file is not an image, whatever its name says. */
  onUnreadable: () => void;
  onClose: () => void;
}

/** Lets the person crop an image for the avatar, by mouse, touch or arrow keys. */
export function CropDialog({ url, onCut, onUnreadable, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (area === undefined) return;
    setBusy(true);
    try {
      await onCut(await cropImage(url, area));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="裁剪头像"
      okText="保存头像"
      cancelText="取消"
      // With the dialog's own busy state, 取消 would do nothing.
      okButtonProps={{ disabled: area === undefined, loading: busy }}
      mask={{ closable: false }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="profile-cut">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          {...(styleNonce === undefined ? {} : { nonce: styleNonce })}
          cropperProps={{ role: 'group', 'aria-label': '裁剪区域，用方向键移动' }}
          mediaProps={{ onError: onUnreadable }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <Slider min={1} max={3} step={0.05} value={zoom} onChange={setZoom} ariaLabelForHandle="缩放" tooltip={{ formatter: null }} />
    </Modal>
  );
}
