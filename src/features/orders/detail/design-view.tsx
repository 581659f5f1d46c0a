import { Checkbox, Radio } from '@arco-design/web-react'
import { useState } from 'react'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import { downloadStateOf } from '../../../../contract/rules/order-state'
import type { Customization, OrderDetail } from '../../../../contract/types'
import { DesignFacts } from './design-facts'
import { PictureStage } from './picture-stage'

interface DesignViewProps {
  readonly customization: Customization
  readonly storedSnapshot: OrderDetail['snapshots'][number] | undefined
  readonly onCorrect: (customizationId: number) => void
  readonly onChoose: (customizationId: number) => void
}

type Side = 'customized' | 'preview'
const sideNames: Readonly<Record<Side, string>> = { customized: '定制图', preview: '效果图' }
const sides: readonly Side[] = ['customized', 'preview']

/** Shows one design large, with its facts. */
export function DesignView({ customization, storedSnapshot, onCorrect, onChoose }: DesignViewProps) {
  const urls: Readonly<Record<Side, string | null>> = {
    customized: customization.customizedImageUrl,
    preview: customization.previewImageUrl,
  }
  const [requestedSide, setRequestedSide] = useState<Side>('customized')
  const [isFramed, setIsFramed] = useState(false)
  const side = urls[requestedSide] === null ? (sides.find((other) => urls[other] !== null) ?? requestedSide) : requestedSide
  const url = urls[side]
  const wireframe = storedSnapshot?.snapshot.wireframe ?? null
  const hasFrame = wireframe !== null && (wireframe.backgroundUrl !== null || wireframe.foregroundUrl !== null)
  const choices = (
    <>
      <Radio.Group
        type="button"
        size="mini"
        aria-label="看哪张图"
        value={side}
        onChange={(value: Side) => setRequestedSide(value)}
        options={sides.map((value) => ({ value, label: sideNames[value], disabled: urls[value] === null }))}
      />
      {side === 'customized' && downloadStateOf(customization) === 'waiting' && (
        <span className="order-stage-note">缩小的预览图，下载（扣点）后显示原图</span>
      )}
      {side === 'customized' && hasFrame && (
        <Checkbox checked={isFramed} onChange={setIsFramed}>
          叠在线框图上
        </Checkbox>
      )}
    </>
  )
  return (
    <div className="order-design">
      {url === null ? (
        <p className="order-undone">买家还没有完成定制，完成并重新同步后这里会有定制图。</p>
      ) : (
        <PictureStage
          key={url}
          url={url}
          alt={`${phoneNameOf(customization)}的${sideNames[side]}`}
          frame={side === 'customized' && isFramed && hasFrame ? wireframe : null}
        >
          {choices}
        </PictureStage>
      )}
      <DesignFacts customization={customization} storedSnapshot={storedSnapshot} onCorrect={onCorrect} onChoose={onChoose} />
    </div>
  )
}
