import { Button, Radio } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { delay } from '../../../../contract/ground/delay'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import type { PieceLabel } from '../../../../imaging/labels/draw-label'
import { shopsQuery } from '../../../api/queries/shops'
import { useApi, usePlatform } from '../../../api/services'
import { DialogFoot } from '../../../ui/dialog-foot'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { attempt } from '../attempt'
import { type LabelDpi, labelCanvas, labelDots, labelFile, labelsOf } from './label-files'
import './labels.css'

interface LabelDialogProps extends DialogProps {
  readonly batch: PrintBatch
}

/** Labels that the dialog shows; the file has all of them. */
const previewed = 12

/** Draws the first labels one after another, so that the dialog opens at once; those that are drawn already. */
function usePictures(visible: boolean, labels: readonly PieceLabel[]): readonly string[] {
  const [pictures, setPictures] = useState<readonly string[]>([])
  useEffect(() => {
    if (!visible) return
    let isOver = false
    const draw = async () => {
      setPictures([])
      for (const label of labels.slice(0, previewed)) {
        await delay(0)
        if (isOver) return
        const picture = labelCanvas(label, 203).toDataURL()
        setPictures((drawn) => [...drawn, picture])
      }
    }
    void attempt('没有画出标签', draw)
    return () => {
      isOver = true
    }
  }, [visible, labels])
  return pictures
}

/** 标签: one of 100 × 60 mm for each piece, as a PDF or in the language of label printers. */
export default function LabelDialog({ visible, onClose, batch }: LabelDialogProps) {
  const platform = usePlatform()
  const shops = useQuery(shopsQuery(useApi())).data
  const [dpi, setDpi] = useState<LabelDpi>(203)
  const [busy, setBusy] = useState<'pdf' | 'zpl' | null>(null)
  const labels = useMemo(() => labelsOf(batch, (id) => shops?.find((shop) => shop.id === id)?.name ?? ''), [batch, shops])
  const pictures = usePictures(visible, labels)
  const save = async (kind: 'pdf' | 'zpl') => {
    setBusy(kind)
    await attempt('没有生成标签', async () => {
      const name = `标签_${batchText(batch.number)}.${kind}`
      const { saved } = await platform.saveFile({ name, blob: await labelFile(labels, kind, dpi) }, { toDownloads: true })
      if (saved) toastSuccess(`已保存 ${labels.length} 张标签`)
    })
    setBusy(null)
  }
  return (
    <Modal
      visible={visible}
      title={`${labels.length} 张标签`}
      className="label-dialog"
      onCancel={onClose}
      footer={
        <DialogFoot onClose={onClose}>
          <Button icon={<IconDownload />} disabled={busy !== null} loading={busy === 'zpl'} onClick={() => void save('zpl')}>
            下载 ZPL
          </Button>
          <Button
            type="primary"
            icon={<IconDownload />}
            disabled={busy !== null}
            loading={busy === 'pdf'}
            onClick={() => void save('pdf')}
          >
            下载 PDF
          </Button>
        </DialogFoot>
      }
    >
      <p className="floor-hint">
        每件一张，100 × 60 毫米，按版次和工位排列。PDF 用系统的打印窗口打；ZPL 直接发给斑马等标签打印机，分辨率要和打印机一致。
      </p>
      <Radio.Group
        type="button"
        name="label-dpi"
        aria-label="标签打印机的分辨率"
        value={dpi}
        options={(Object.keys(labelDots) as `${LabelDpi}`[]).map((value) => ({ value: Number(value), label: `${value} dpi` }))}
        onChange={setDpi}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, too */}
      <section className="label-preview" tabIndex={0} aria-label="标签的样子">
        {pictures.map((picture, at) => (
          <img key={labels[at]?.code} src={picture} alt={`${labels[at]?.code} 的标签`} />
        ))}
      </section>
      {labels.length > previewed && <p className="floor-hint">这里只显示前 {previewed} 张。</p>}
    </Modal>
  )
}
