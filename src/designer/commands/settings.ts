/** What belongs to the template but is no drawing: saved with it, never a step of undo. */
import { fittingName } from '../model/create'
import { equalValues } from '../model/equal'
import type { DesignDoc } from '../model/types'
import { type Command, done } from './command'

/** The phone and colour the design is shown on. Never changes a layer. */
export const setPreview: Command<{ readonly phoneModelId: number | null; readonly materialColorId: number | null }> = {
  id: 'setPreview',
  label: '切换预览机型',
  kind: 'setting',
  run: (doc, { phoneModelId, materialColorId }) =>
    done(changed(doc, { previewPhoneModelId: phoneModelId, previewMaterialColorId: materialColorId })),
}

/** What the template is called in lists. A blank name takes the name away. */
export const renameTemplate: Command<{ readonly name: string }> = {
  id: 'renameTemplate',
  label: '重命名模板',
  kind: 'setting',
  run: (doc, { name }) => done(changed(doc, { name: fittingName(name) })),
}

export type DocSettings = Pick<DesignDoc, 'boundDesignAssetCollectionIds'>

export const setSettings: Command<Partial<DocSettings>> = {
  id: 'setSettings',
  label: '修改设置',
  kind: 'setting',
  run: (doc, settings) => done(changed(doc, settings)),
}

function changed(doc: DesignDoc, fields: Partial<DesignDoc>): DesignDoc {
  const next = { ...doc, ...fields }
  return equalValues({ ...next, layers: null }, { ...doc, layers: null }) ? doc : next
}
