import { Button } from '@arco-design/web-react'
import { messageOf } from '../../../contract/ground/thrown'
import { shopLabel } from '../../../contract/rules/shop-types'
import { qrCode, qrPath } from '../../../imaging/qr/qr-code'
import { usePlatform } from '../../api/services'
import { CopyButton } from '../../ui/copy-button'
import { DialogFoot } from '../../ui/dialog-foot'
import { Modal } from '../../ui/modal'
import { toastFailure } from '../../ui/toast'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import type { LinkRow } from './link-rows'

interface QrDialogProps {
  /** The link whose code is shown; null while the dialog is closed. */
  readonly row: LinkRow | null
  /** Opens the link as its buyers see it. */
  readonly onTry: (url: string) => void
  readonly onClose: () => void
}

/** Smallest side of the saved picture in px: large enough to be printed on a card in the parcel. */
const minSavedPx = 1000

/** Draws the code as a PNG, black on white, with a whole number of pixels per module. */
async function pictureOf(grid: readonly (readonly boolean[])[]): Promise<Blob> {
  const { size } = qrPath(grid)
  const px = Math.ceil(minSavedPx / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * px
  canvas.height = size * px
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('浏览器不能画出二维码')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  const border = (size - grid.length) / 2
  for (const [row, line] of grid.entries()) {
    for (const [column, dark] of line.entries()) {
      if (dark) context.fillRect((column + border) * px, (row + border) * px, px, px)
    }
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('浏览器不能画出二维码')) : resolve(blob)), 'image/png'),
  )
}

/** 二维码: shows the link as a QR code, to be scanned, copied or printed. */
export function QrDialog({ row, onTry, onClose }: QrDialogProps) {
  const shownRow = useValueWhileClosing(row !== null, row)
  const platform = usePlatform()
  const grid = shownRow === null ? null : qrCode(shownRow.url)
  const save = async (code: readonly (readonly boolean[])[], { id, shop }: LinkRow) => {
    try {
      await platform.saveFile({ name: `定制链接-${shop.name}-${id}.png`, blob: await pictureOf(code) })
    } catch (error) {
      toastFailure(messageOf(error))
    }
  }
  return (
    <Modal
      visible={row !== null}
      title={`「${shownRow ? shopLabel(shownRow.shop) : ''}」的二维码`}
      footer={null}
      onCancel={onClose}
      style={{ width: 480, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shownRow !== null && (
        <div className="links-qr">
          {grid === null ? <p>链接太长，不能做成二维码，请直接发送链接。</p> : <Code grid={grid} url={shownRow.url} />}
          {!shownRow.setting.enabled && <p className="links-problem">这条链接已停用，买家打开后不能定制。</p>}
          <p className="links-url">{shownRow.url}</p>
          <DialogFoot onClose={onClose}>
            <CopyButton text={shownRow.url} label={`复制链接 ${shownRow.url}`} size="default">
              复制链接
            </CopyButton>
            {grid !== null && <Button onClick={() => void save(grid, shownRow)}>保存图片</Button>}
            <Button type="primary" onClick={() => onTry(shownRow.previewUrl)}>
              自己当一次买家
            </Button>
          </DialogFoot>
        </div>
      )}
    </Modal>
  )
}

function Code({ grid, url }: { readonly grid: readonly (readonly boolean[])[]; readonly url: string }) {
  const { path, size } = qrPath(grid)
  return (
    <svg
      className="links-qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`${url} 的二维码`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
