import { qrCode, qrPath } from '../../../../imaging/qr/qr-code'
import { thumbnailUrl } from '../../../api/file-url'
import type { PieceLabel } from './print-rows'

interface LabelSheetProps {
  readonly labels: readonly PieceLabel[]
  readonly shopOf: (shopId: number) => string
}

/** Digits of an order's number that are set large: the last ones differ. */
const largeDigits = 6

function Label({ label, shop }: { readonly label: PieceLabel; readonly shop: string }) {
  const { number, picture, phone, material, piece } = label
  // A scanner types the number into the search of the order list, which finds the order.
  const grid = qrCode(number)
  const code = grid && qrPath(grid)
  return (
    <article className="piece-label">
      <div className="piece-label-code">
        {code && (
          <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={`订单 ${number} 的二维码`}>
            <path d={code.path} />
          </svg>
        )}
        <p className="numeric">
          {number.slice(0, -largeDigits)}
          <b>{number.slice(-largeDigits)}</b>
        </p>
      </div>
      <div className="piece-label-text">
        <p className="piece-label-phone">{phone}</p>
        <p>{material}</p>
        <p className="piece-label-piece numeric">{piece}</p>
        <p className="piece-label-shop">{shop}</p>
      </div>
      <div className="piece-label-picture">{picture !== null && <img src={thumbnailUrl(picture, 200)} alt="" />}</div>
    </article>
  )
}

/** Labels of 100 × 60 mm, one for each piece. */
export function LabelSheet({ labels, shopOf }: LabelSheetProps) {
  return (
    <div className="piece-labels">
      {labels.map((label) => (
        <Label key={label.key} label={label} shop={shopOf(label.shopId)} />
      ))}
    </div>
  )
}
