import './settings.css'
import { usePreview } from '../../../template-tools/preview/use-preview'
import { useDesigner, useSession } from '../context'
import { PreviewForm } from '../preview-select'
import { AllModels } from './all-models'
import { BoundCollections } from './bound-collections'
import { CanvasSize } from './canvas-size'
import { ShelfSwitch } from './shelf-switch'

/** Settings of the template as a whole; they are saved with it. */
export function SettingsPanel() {
  const { username } = useDesigner()
  const preview = usePreview(
    {
      phoneModelId: useSession((state) => state.doc.previewPhoneModelId),
      materialColorId: useSession((state) => state.doc.previewMaterialColorId),
    },
    username,
  )
  return (
    <section className="designer-settings" aria-label="模板设置">
      <section className="designer-section" aria-label="默认预览机型">
        <h3 className="designer-section-title">默认预览机型</h3>
        <p className="designer-hint">打开模板时先显示在这款手机壳上</p>
        <PreviewForm preview={preview} />
      </section>
      <CanvasSize wireframe={preview.wireframe} />
      <AllModels />
      <BoundCollections />
      <ShelfSwitch />
    </section>
  )
}
