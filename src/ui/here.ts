import { placeOf } from './places.js'

export const PLACE = placeOf(location.pathname)
