/** Display files to begin with, by name. */
export const kPresets: Readonly<Record<string, object>> = {
  'one screen': { outrigger_display: 1, title: 'One screen', channels: { main: {} } },
  'three screens': {
    outrigger_display: 1,
    title: 'Three screens of 27 inches around the seat',
    camera: 'cab',
    delay_ms: 60,
    channels: {
      left: {
        surface: {
          lower_left: [0.22, 0.85, -0.2],
          lower_right: [0.7, 0.3, -0.2],
          upper_left: [0.22, 0.85, 0.14],
        },
      },
      front: {
        surface: {
          lower_left: [0.7, 0.3, -0.2],
          lower_right: [0.7, -0.3, -0.2],
          upper_left: [0.7, 0.3, 0.14],
        },
      },
      right: {
        surface: {
          lower_left: [0.7, -0.3, -0.2],
          lower_right: [0.22, -0.85, -0.2],
          upper_left: [0.7, -0.3, 0.14],
        },
      },
    },
  },
  cave: {
    outrigger_display: 1,
    title: 'CAVE: three walls and the floor, 3 m wide, 2.4 m high, the eye at 1.3 m',
    camera: 'cab',
    delay_ms: 60,
    channels: {
      left: {
        surface: {
          lower_left: [-1.5, 1.5, -1.3],
          lower_right: [1.5, 1.5, -1.3],
          upper_left: [-1.5, 1.5, 1.1],
        },
      },
      front: {
        surface: {
          lower_left: [1.5, 1.5, -1.3],
          lower_right: [1.5, -1.5, -1.3],
          upper_left: [1.5, 1.5, 1.1],
        },
      },
      right: {
        surface: {
          lower_left: [1.5, -1.5, -1.3],
          lower_right: [-1.5, -1.5, -1.3],
          upper_left: [1.5, -1.5, 1.1],
        },
      },
      floor: {
        surface: {
          lower_left: [-1.5, 1.5, -1.3],
          lower_right: [-1.5, -1.5, -1.3],
          upper_left: [1.5, 1.5, -1.3],
        },
      },
    },
  },
  'blended wall': {
    outrigger_display: 1,
    title: 'Two projectors on a wall of 5 x 2 m that share 0.5 m of it',
    camera: 'cab',
    delay_ms: 60,
    channels: {
      left: {
        surface: {
          lower_left: [2.5, 2.5, -1],
          lower_right: [2.5, -0.25, -1],
          upper_left: [2.5, 2.5, 1],
        },
        blend: { right: 0.1818, gamma: 2.2 },
      },
      right: {
        surface: {
          lower_left: [2.5, 0.25, -1],
          lower_right: [2.5, -2.5, -1],
          upper_left: [2.5, 0.25, 1],
        },
        blend: { left: 0.1818, gamma: 2.2 },
      },
    },
  },
  anaglyph: {
    outrigger_display: 1,
    title: 'Red and cyan glasses',
    channels: { main: { stereo: 'anaglyph' } },
  },
  'side by side': {
    outrigger_display: 1,
    title: 'Stereo, the eyes side by side',
    channels: { main: { stereo: 'side_by_side' } },
  },
  rows: {
    outrigger_display: 1,
    title: 'Stereo by alternating rows: autostereoscopic screens and passive televisions',
    channels: { main: { stereo: 'rows' }, columns: { stereo: 'columns' } },
  },
  'two projectors': {
    outrigger_display: 1,
    title: 'Polarised stereo: one projector for each eye',
    camera: 'cab',
    delay_ms: 60,
    channels: { left: { stereo: 'left' }, right: { stereo: 'right' } },
  },
  dome: {
    outrigger_display: 1,
    title: 'Dome of 2.13 m, 180 x 135 degrees, 1024 x 768',
    camera: 'cab',
    channels: {
      dome: {
        aspect: 1.3333,
        dome: { map: 'angles', diameter: 2.13, azimuth_deg: 180, up_deg: 90, down_deg: 45 },
      },
    },
  },
  'stereo dome': {
    outrigger_display: 1,
    title: 'The same dome for red and cyan glasses',
    camera: 'cab',
    channels: {
      dome: { aspect: 1.3333, stereo: 'anaglyph', dome: { map: 'angles', diameter: 2.13 } },
    },
  },
  fisheye: {
    outrigger_display: 1,
    title: 'Fisheye lens in the middle of a dome of 4 m, tilted up by 20 degrees',
    camera: 'cab',
    channels: { dome: { dome: { map: 'fisheye', diameter: 4, aperture_deg: 180, tilt_deg: 20 } } },
  },
  'spherical mirror': {
    outrigger_display: 1,
    title: 'Dome of 4 m lit by an ordinary projector over a mirror ball',
    camera: 'cab',
    channels: {
      dome: {
        dome: {
          map: 'spherical_mirror',
          diameter: 4,
          lens: [1.1, 0, -1],
          mirror: [-0.9, 0, -0.9],
          mirror_radius: 0.35,
          aim: [-0.9, 0, -0.7],
          throw: 1.6,
        },
      },
    },
  },
};
