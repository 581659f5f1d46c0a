import { Button, Spin } from '@arco-design/web-react'
import { IconDelete, IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { bytesText } from '../../../contract/rules/sizes'
import type { LooseDesignAsset } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import { Modal } from '../../ui/modal'
import { useArrowKeys } from '../../ui/use-arrow-keys'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { assetName, assetTitle, pixelText } from './asset-facts'

function LargePicture({ asset }: { readonly asset: LooseDesignAsset }) {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  return (
    <>
      {state === 'loading' && <Spin className="assets-large-wait" delay={200} />}
      {state === 'broken' ? (
        <p role="alert">图片加载失败，请检查图片是否损坏</p>
      ) : (
        <img
          src={resolveFileUrl(asset.url)}
          alt={assetName(asset)}
          className="checkerboard"
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
        />
      )}
    </>
  )
}

interface AssetPreviewProps {
  /** Position in the whole collection, from 1; null while the preview is closed. */
  readonly ordinal: number | null
  readonly total: number
  /** null while the page with the asset loads. */
  readonly asset: LooseDesignAsset | null
  readonly onOrdinalChange: (ordinal: number) => void
  readonly onClose: () => void
  readonly onDelete: (asset: LooseDesignAsset) => void
}

/** Shows one picture as large as the window allows; the arrow keys go through the whole collection, across pages. */
export function AssetPreview({ ordinal, total, asset, onOrdinalChange, onClose, onDelete }: AssetPreviewProps) {
  const shown = {
    ordinal: useValueWhileClosing(ordinal !== null, ordinal) ?? 1,
    asset: useValueWhileClosing(ordinal !== null, asset),
  }
  const go = (to: number) => {
    if (to >= 1 && to <= total) onOrdinalChange(to)
  }
  useArrowKeys(ordinal !== null, (by) => go(shown.ordinal + by))
  return (
    <Modal
      visible={ordinal !== null}
      title={<span className="assets-large-name">{shown.asset ? assetTitle(shown.asset) : '正在加载'}</span>}
      footer={null}
      maskClosable
      onCancel={onClose}
      className="assets-preview"
    >
      <div className="assets-large">{shown.asset ? <LargePicture key={shown.asset.id} asset={shown.asset} /> : <Spin />}</div>
      <div className="assets-large-foot">
        <Button icon={<IconLeft />} disabled={shown.ordinal <= 1} onClick={() => go(shown.ordinal - 1)}>
          上一张
        </Button>
        <Button disabled={shown.ordinal >= total} onClick={() => go(shown.ordinal + 1)}>
          下一张
          <IconRight />
        </Button>
        <span className="assets-large-facts numeric" aria-live="polite">
          第 {shown.ordinal} 张，共 {total} 张{shown.asset && ` · ${pixelText(shown.asset)} · ${bytesText(shown.asset.size)}`}
        </span>
        {shown.asset && (
          <Button type="text" status="danger" icon={<IconDelete />} onClick={() => shown.asset && onDelete(shown.asset)}>
            删除
          </Button>
        )}
      </div>
    </Modal>
  )
}
