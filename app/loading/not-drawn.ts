/** Stands for a component that nobody draws where a browser part is only looked through. */
export default function NotDrawn(): null {
  return null;
}
