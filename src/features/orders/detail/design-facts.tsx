import { Button } from '@arco-design/web-react'
import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import { downloadStateOf } from '../../../../contract/rules/order-state'
import { shapeText, sharpnessOf } from '../../../../contract/rules/print-resolution'
import { bytesText } from '../../../../contract/rules/sizes'
import type { Customization, OrderDetail } from '../../../../contract/types'
import { beijingMinute } from '../../../base/beijing-time'
import { pictureHeadQuery } from '../../../plates/picture-facts'
import { downloadHints, downloadNames, dpiHints, printOf } from '../order-facts'
import { PrintFileText } from '../print-file-text'
import { StatusTag } from '../status-tag'
import { CaseDialog } from './case-dialog'
import { DesignActions } from './design-actions'
import { layerTexts, templateText } from './snapshot-texts'
import '../status-tag.css'
import { Unfold } from '../../../ui/unfold'

interface DesignFactsProps {
  readonly customization: Customization
  /** The snapshot taken when the order came in; undefined where none was stored. */
  readonly storedSnapshot: OrderDetail['snapshots'][number] | undefined
  readonly onCorrect: (customizationId: number) => void
  readonly onChoose: (customizationId: number) => void
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="order-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const unknownText = '未知'

function FileSize({ url }: { readonly url: string }) {
  const head = useQuery(pictureHeadQuery(url))
  if (head.data === undefined) return '正在读取…'
  return head.data.bytes === null ? unknownText : bytesText(head.data.bytes)
}

function Dpi({ customization }: { readonly customization: Customization }) {
  const print = printOf(customization)
  if (print === null || print.dpi === null) return unknownText
  const level = sharpnessOf(print.dpi)
  const shape = shapeText(print)
  return (
    <>
      <span className={`orders-dpi is-${level}`}>
        {level !== 'good' && <IconExclamationCircleFill />}
        {print.dpi} DPI
        {level !== 'good' && <span className="order-fact-hint">{dpiHints[level]}</span>}
      </span>
      {shape !== null && <span className="orders-dpi is-fair">{shape}</span>}
    </>
  )
}

/** The facts about a design's print: its picture, case, resolution, and what it was made of when the order came in. */
export function DesignFacts({ customization, storedSnapshot, onCorrect, onChoose }: DesignFactsProps) {
  const state = downloadStateOf(customization)
  const [caseDialogOpen, setCaseDialogOpen] = useState(false)
  const layers = storedSnapshot === undefined ? [] : layerTexts(storedSnapshot.snapshot)
  return (
    <div className="order-known">
      <CaseDialog visible={caseDialogOpen} customization={customization} onClose={() => setCaseDialogOpen(false)} />
      <dl className="order-facts numeric">
        <Fact name="模板">{templateText(storedSnapshot?.snapshot)}</Fact>
        <Fact name="型号">
          {phoneNameOf(customization)}
          {!customization.modelKnown && <StatusTag tone="bad">不在型号库</StatusTag>}
          {customization.caseByHand && <span className="order-fact-hint">手动选择</span>}
          <Button size="mini" type="text" onClick={() => setCaseDialogOpen(true)}>
            换型号
          </Button>
        </Fact>
        <Fact name="材质">{customization.phoneCaseMaterialName || unknownText}</Fact>
        <Fact name="颜色">
          {customization.phoneCaseMaterialColorName || unknownText}
          {!customization.colorKnown && <StatusTag tone="bad">不在材质库</StatusTag>}
        </Fact>
        <Fact name="打印文件">
          <PrintFileText customization={customization} unknown={unknownText} />
        </Fact>
        <Fact name="有效分辨率">
          <Dpi customization={customization} />
        </Fact>
        <Fact name="文件大小">
          {customization.customizedImageUrl === null ? (
            '无'
          ) : state === 'downloaded' ? (
            <FileSize url={customization.customizedImageUrl} />
          ) : (
            '下载后显示'
          )}
        </Fact>
        <Fact name="下载状态">
          <StatusTag tone={state === 'downloaded' ? 'good' : 'plain'}>{downloadNames[state]}</StatusTag>
          <span className="order-fact-hint">{downloadHints[state]}</span>
        </Fact>
        {storedSnapshot && (
          <Fact name="存档时间">
            {beijingMinute(storedSnapshot.takenAt)}
            <span className="order-fact-hint">之后修改模板不会影响这个订单</span>
          </Fact>
        )}
      </dl>
      <DesignActions customization={customization} onCorrect={onCorrect} onChoose={onChoose} />
      {layers.length > 0 && (
        <Unfold className="order-layers" summary={`设计图层 ${layers.length} 个（从上到下）`}>
          <ol>
            {layers.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the layers of a snapshot never change their order
              <li key={index}>{text}</li>
            ))}
          </ol>
        </Unfold>
      )}
    </div>
  )
}
