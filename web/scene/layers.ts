// What is seen by whom. All else is on layer 0, which everybody sees. Shadows are those of the first view.

/** Seen by eyes, not in mirrors and on screens: glasses, and what is too fine for them. */
export const kEyeLayer = 2;
/** Seen in mirrors and on screens only. */
export const kMirrorLayer = 3;
