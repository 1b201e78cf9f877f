import { placeOf } from './paths.js'

export const PLACE = placeOf(location.pathname)
