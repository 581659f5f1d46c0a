/** Whether previews are drawn with light, and in which pose they are saved; remembered on this machine. */
import { localValues } from '../../../adapters/storage/values'
import { type Pose, poses } from '../../../contract/rules/look'

const key = 'kejiang.previewLight'
const poseKey = 'kejiang.previewPose'

/** `case`: the case alone, as large as its wireframe. */
export type SavedPose = Pose | 'case'

export const isLightOn = (): boolean => localValues.getItem(key) !== 'off'

export const rememberLight = (isOn: boolean): boolean => localValues.setItem(key, isOn ? 'on' : 'off')

export const savedPose = (): SavedPose => poses.find((pose) => pose === localValues.getItem(poseKey)) ?? 'case'

export const rememberPose = (pose: SavedPose): boolean => localValues.setItem(poseKey, pose)
