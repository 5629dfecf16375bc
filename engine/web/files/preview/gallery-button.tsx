import type { ReactNode } from 'react';

interface GalleryButtonProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  pressed?: boolean;
  className?: string;
}

/** A round button of the gallery: light on dark in both appearances. */
export const GalleryButton = ({ label, icon, onClick, pressed, className = '' }: GalleryButtonProps) => (
  <button type="button" className={`gallery-button ${className}`} title={label} aria-label={label} aria-pressed={pressed} onClick={onClick}>
    <span aria-hidden>{icon}</span>
  </button>
);
