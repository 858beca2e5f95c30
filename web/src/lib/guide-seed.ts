/** The deal of the guided day: the same for everybody, so that the notes fit what happens. */
export const GUIDE_SEED = 9;
