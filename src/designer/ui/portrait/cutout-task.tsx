import { Alert, Button, Select } from '@arco-design/web-react'
import { IconScissor } from '@arco-design/web-react/icon'
import { useState, useSyncExternalStore } from 'react'
import { type AiCutoutType, aiCutoutTypes } from '../../../../contract/constants'
import { cutoutTypeText } from '../../../../design/commands/cutout'
import type { Layer } from '../../../../design/model/types'
import type { Cutouts } from '../../cutout/cutouts'
import { useDesigner } from '../context'
import { CutoutBar } from './cutout-bar'

/** Cuts the subject out of a layer's picture; renders nothing where no cutout host is configured. */
export function CutoutTask({ layer }: { readonly layer: Layer }) {
  const { cutouts } = useDesigner()
  return cutouts && <Task layer={layer} cutouts={cutouts} />
}

const options = aiCutoutTypes.map((type) => ({ label: cutoutTypeText[type], value: type }))

function Task({ layer, cutouts }: { readonly layer: Layer; readonly cutouts: Cutouts }) {
  const state = useSyncExternalStore(cutouts.subscribe, cutouts.getState).get(layer.uuid)
  const [type, setType] = useState<AiCutoutType>(layer.type === 'AI_CUTOUT' ? layer.aiCutoutType : 'common')
  const start = (wanted: AiCutoutType) => void cutouts.start(layer.uuid, wanted)
  if (state?.kind === 'running') {
    return (
      <div className="designer-cutout-task">
        <span>
          <span role="status">{state.stepText}</span>
          <CutoutBar share={state.share} />
        </span>
        <Button size="small" onClick={() => cutouts.cancel(layer.uuid)}>
          取消抠图
        </Button>
      </div>
    )
  }
  return (
    <>
      <div className="designer-cutout-task">
        <Select
          size="small"
          aria-label="抠图内容"
          value={type}
          disabled={layer.locked}
          onChange={setType}
          options={options}
          triggerProps={{ getPopupContainer: (node) => node.parentElement ?? document.body }}
        />
        <Button size="small" icon={<IconScissor />} disabled={layer.locked} onClick={() => start(type)}>
          AI 抠图
        </Button>
      </div>
      {state?.kind === 'failed' && (
        <Alert
          type="error"
          content={state.reason}
          action={
            <Button size="mini" type="primary" onClick={() => start(state.type)}>
              重试
            </Button>
          }
        />
      )}
    </>
  )
}
