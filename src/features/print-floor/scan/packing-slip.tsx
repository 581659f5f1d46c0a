import { Button } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import type { PrintPiece } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { beijingMinute } from '../../../base/beijing-time'
import { serverNow } from '../../../base/server-clock'
import { PrintSheet } from '../../../ui/print-sheet'
import { picturesAreThere } from '../pictures-are-there'
import { numberText } from '../piece-texts'

function Slip({ pieces }: { readonly pieces: readonly PrintPiece[] }) {
  return (
    <table className="floor-list numeric">
      <thead>
        <tr>
          <th scope="col">装箱</th>
          <th scope="col">图</th>
          <th scope="col">型号</th>
          <th scope="col">材质颜色</th>
          <th scope="col">件</th>
          <th scope="col">订单</th>
          <th scope="col">件码</th>
        </tr>
      </thead>
      <tbody>
        {pieces.map((piece) => (
          <tr key={piece.id}>
            <td>
              <span className="floor-list-box" />
            </td>
            <td>{piece.imageUrl !== null && <img src={thumbnailUrl(piece.imageUrl, 100)} alt="" />}</td>
            <td>{phoneNameOf(piece)}</td>
            <td>{materialNameOf(piece)}</td>
            <td>{numberText(piece)}</td>
            <td>{piece.orderNumber}</td>
            <td>{piece.code}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 装箱单: what goes into a parcel, printed by the browser. Cancelled pieces are not in it. */
export function PackingSlip({ parcel }: { readonly parcel: readonly PrintPiece[] }) {
  const [isPrinting, setPrinting] = useState(false)
  const pieces = parcel.filter(({ state }) => state !== 'cancelled')
  useEffect(() => {
    if (!isPrinting) return
    let isGone = false
    void picturesAreThere().then(() => {
      if (isGone) return
      print()
      setPrinting(false)
    })
    return () => {
      isGone = true
    }
  }, [isPrinting])
  const numbers = [...new Set(pieces.map(({ orderNumber }) => orderNumber))]
  return (
    <>
      <Button icon={<IconPrinter />} loading={isPrinting} onClick={() => setPrinting(true)}>
        打印装箱单
      </Button>
      {isPrinting && (
        <PrintSheet
          title="装箱单"
          note={`订单 ${numbers.join('、')} · 共 ${pieces.length} 件 · 北京时间 ${beijingMinute(serverNow())}`}
        >
          <Slip pieces={pieces} />
        </PrintSheet>
      )}
    </>
  )
}
