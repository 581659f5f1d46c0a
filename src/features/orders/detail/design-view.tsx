import { Checkbox, Radio } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import { downloadStateOf } from '../../../../contract/rules/order-state'
import type { Customization, OrderDetail } from '../../../../contract/types'
import { materialsQuery } from '../../../api/queries/catalogue'
import { printProfilesQuery } from '../../../api/queries/print-profiles'
import { useApi } from '../../../api/services'
import { filePrint, showsInks } from '../../../plates/look-at-plates'
import { PictureStage } from '../../../plates/picture-stage'
import { PlatesView } from '../../../plates/plates-view'
import { DesignFacts } from './design-facts'

interface DesignViewProps {
  readonly customization: Customization
  readonly storedSnapshot: OrderDetail['snapshots'][number] | undefined
  readonly onCorrect: (customizationId: number) => void
  readonly onChoose: (customizationId: number) => void
}

type Side = 'customized' | 'preview' | 'inks'
const sideNames: Readonly<Record<Side, string>> = { customized: '定制图', preview: '效果图', inks: '油墨' }
const pictures = ['customized', 'preview'] as const

/** Shows one design large, with its facts. */
export function DesignView({ customization, storedSnapshot, onCorrect, onChoose }: DesignViewProps) {
  const urls: Readonly<Record<Side, string | null>> = {
    customized: customization.customizedImageUrl,
    preview: customization.previewImageUrl,
    inks: customization.customizedImageUrl,
  }
  const api = useApi()
  const profiles = (useQuery(printProfilesQuery(api)).data ?? []).filter(showsInks)
  const materials = useQuery({ ...materialsQuery(api), enabled: profiles.length > 0, meta: { quiet: true } })
  const whiteInk = materials.data?.find(({ id }) => id === customization.phoneCaseMaterialId)?.whiteInk ?? 'profile'
  const sides: readonly Side[] = profiles.length > 0 ? [...pictures, 'inks'] : pictures
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
      {side !== 'preview' && downloadStateOf(customization) === 'waiting' && (
        <span className="picture-stage-note">
          {side === 'inks' ? '缩小的预览图，看不出透底，下载（扣点）后显示原图' : '缩小的预览图，下载（扣点）后显示原图'}
        </span>
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
      ) : side === 'inks' ? (
        <PlatesView
          print={filePrint(url, customization.widthMm)}
          alt={`${phoneNameOf(customization)}的油墨`}
          whiteInk={whiteInk}
          profiles={profiles}
        >
          {choices}
        </PlatesView>
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
