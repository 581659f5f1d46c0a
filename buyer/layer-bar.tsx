/** The tools for the layer that the buyer tapped: a row of icons, and over it what the chosen tool asks for. */
import { type ReactNode, useState } from 'react'
import type { AiCutoutType } from '../contract/constants'
import type { BuyerRight } from '../contract/rules/buyer-rights'
import type { PhotoLook } from '../contract/rules/photo-looks'
import type { BuyerLink } from '../contract/types'
import type { DesignDoc, Layer, TextLayer } from '../design/model/types'
import type { PhotoSource } from './commands'
import { Icon, type IconName } from './icon'
import { Later, partOf } from './later'
import { PhotoButton } from './photo-button'
import { Cutouts, FontColors, Fonts, SizeSliders } from './tool-panels'

type Panel = 'font' | 'color' | 'size' | 'cutout' | 'look'

const lookPanel = partOf(() => import('./look-panel').then(({ LookPanel }) => LookPanel))

export interface LayerBarProps {
  readonly link: BuyerLink
  readonly layer: Layer
  readonly title: string
  readonly rights: ReadonlySet<BuyerRight>
  readonly doc: DesignDoc
  /** Whether a photo here may get a look: where the seller adjusted the colours himself, those stay. */
  readonly mayLook: boolean
  /** Whether the layer shows a photo of the buyer, which can be cropped and cut out. */
  readonly isOwnPhoto: boolean
  readonly isBusy: boolean
  readonly isCutting: boolean
  /** The field for the words of a text, and notes about the layer. */
  readonly children: ReactNode
  readonly onPhoto: (source: PhotoSource) => void
  readonly onCrop: () => void
  readonly onLook: (look: PhotoLook) => void
  readonly onCutOut: (type: AiCutoutType) => void
  readonly onFit: () => void
  readonly onStyle: (change: Partial<Pick<TextLayer, 'fontId' | 'fontColor'>>) => void
  readonly onWiden: (share: number) => void
  readonly onTurn: (degrees: number) => void
  readonly onSettle: () => void
  readonly onFlip: () => void
  readonly onOrder: (to: 'up' | 'down') => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

export function LayerBar(props: LayerBarProps) {
  const { link, layer, title, rights, doc, isOwnPhoto, isBusy, isCutting, children } = props
  const [panel, setPanel] = useState<Panel | null>(null)
  const isText = layer.type === 'TEXT' && rights.has('text')
  const isFree = rights.has('move')
  const opener = (name: Panel, icon: IconName, label: string) => (
    <button type="button" className="tool" aria-expanded={panel === name} onClick={() => setPanel(panel === name ? null : name)}>
      <Icon name={icon} />
      {label}
    </button>
  )
  const tool = (icon: IconName, label: string, onClick: () => void, name = label) => (
    <button type="button" className="tool" aria-label={name} onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  )
  return (
    <>
      <div className="panel">
        {children}
        {panel === 'font' && isText && <Fonts link={link} layer={layer} onChange={props.onStyle} />}
        {panel === 'color' && isText && <FontColors link={link} layer={layer} onChange={props.onStyle} />}
        {panel === 'size' && isFree && (
          <SizeSliders layer={layer} canvas={doc} onWiden={props.onWiden} onTurn={props.onTurn} onSettle={props.onSettle} />
        )}
        {panel === 'look' && isOwnPhoto && <Later part={lookPanel} layer={layer} doc={doc} onLook={props.onLook} />}
        {panel === 'cutout' && <Cutouts isCutting={isCutting} onCutOut={props.onCutOut} />}
      </div>
      <div className="tools" role="toolbar" aria-label={`「${title}」的工具`}>
        {rights.has('picture') && (
          <>
            <PhotoButton icon="photo" label="换照片" name={`选照片：${title}`} isBusy={isBusy} onPick={props.onPhoto} />
            <PhotoButton icon="camera" label="拍照" name={`拍照：${title}`} isBusy={isBusy} isCamera onPick={props.onPhoto} />
          </>
        )}
        {isOwnPhoto && tool('crop', '裁剪', props.onCrop)}
        {isOwnPhoto && props.mayLook && opener('look', 'look', '滤镜')}
        {isOwnPhoto && link.cutoutEnabled && opener('cutout', 'cutout', '抠图')}
        {isText && link.fonts.length > 1 && opener('font', 'font', '字体')}
        {isText && link.fontColors.length > 1 && opener('color', 'color', '颜色')}
        {isFree && opener('size', 'size', isText ? '字号' : '大小')}
        {isOwnPhoto && tool('fill', isFree ? '铺满' : '居中', props.onFit, isFree ? '铺满手机壳' : '恢复居中')}
        {isFree && !isText && tool('flip', '翻转', props.onFlip)}
        {isFree && tool('up', '上移', () => props.onOrder('up'))}
        {isFree && tool('layerDown', '下移', () => props.onOrder('down'))}
        {rights.has('remove') && tool('remove', '删除', props.onRemove, `删除${title}`)}
        {tool('check', '收起', props.onClose)}
      </div>
    </>
  )
}
