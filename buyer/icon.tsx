/** The icons of the buyers' page, drawn as lines in the colour of the text around them. */

/** Paths in a box of 24 by 24. */
const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 010 12h-3',
  redo: 'M16 5l4 4-4 4M20 9H10a6 6 0 000 12h3',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l5 5 9-10',
  phone: 'M8 3h8a2 2 0 012 2v14a2 2 0 01-2 2H8a2 2 0 01-2-2V5a2 2 0 012-2zM11 18h2',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l4 4',
  designs: 'M5 4h6v7H5zM13 4h6v16h-6zM5 13h6v7H5z',
  photo: 'M5 4h14a2 2 0 012 2v12a2 2 0 01-2 2H5a2 2 0 01-2-2V6a2 2 0 012-2zM8.5 8.5h.01M4 18l5-5 3 3 4-5 4 5',
  camera: 'M4 8h3l2-3h6l2 3h3a1 1 0 011 1v9a1 1 0 01-1 1H4a1 1 0 01-1-1V9a1 1 0 011-1zM12 10a3.5 3.5 0 100 7 3.5 3.5 0 000-7z',
  sticker: 'M4 12a8 8 0 1116 0v1l-7 7h-1a8 8 0 01-8-8zM13 20v-4a3 3 0 013-3h4M9 9.5h.01M14 9.5h.01',
  text: 'M5 7V5h14v2M12 5v14M9 19h6',
  crop: 'M7 2v15h15M2 7h15v15',
  look: 'M9 3a6 6 0 100 12 6 6 0 000-12zM15 9a6 6 0 11-6 6M15 9a6 6 0 01-6 6',
  cutout: 'M6 6a2 2 0 100-.01M6 18a2 2 0 100-.01M8 7l12 10M8 17L20 7',
  fill: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  size: 'M4 20h6v-6M20 4h-6v6M4 20l7-7M20 4l-7 7',
  font: 'M4 19L9 5l5 14M5.7 14h6.6M15 19l3-8 3 8M16 16.5h4',
  color: 'M12 3s6 6.5 6 11a6 6 0 01-12 0c0-4.5 6-11 6-11z',
  flip: 'M12 3v18M9 7L3 17h6zM15 7l6 10h-6z',
  up: 'M12 4l8 4-8 4-8-4zM5 15l7 4 7-4M12 12v7',
  layerDown: 'M12 20l8-4-8-4-8 4zM5 9l7-4 7 4M12 12V5',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  turn: 'M20 12a8 8 0 11-8-8h4M13 1l3 3-3 3',
} as const

export type IconName = keyof typeof paths

/** An icon beside words or in a button that has a name of its own; readers of screens pass over it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

/** Leads back, with the words of where to or what for. */
export function BackButton({ onBack, label = '返回' }: { readonly onBack: () => void; readonly label?: string }) {
  return (
    <button type="button" className="back" onClick={onBack}>
      <Icon name="back" />
      {label}
    </button>
  )
}
